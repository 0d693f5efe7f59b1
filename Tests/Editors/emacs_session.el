;;; emacs_session.el --- Does in Emacs what VAULT_SCENARIO lists  -*- lexical-binding: t -*-

;; Run by `emacs --batch', with Eglot and `vault lsp' beside it; writes what came of each step into the file VAULT_REPORT.
;; What would ask a person is answered: yes, and with the first choice.

(require 'cl-lib)
(require 'json)
(require 'package)
(require 'seq)
(require 'xref)
;; Where Debian puts packages of Emacs, which an Emacs without site files does not look at.
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'eglot)
(require 'markdown-mode nil t)

(define-derived-mode vault-plain-mode text-mode "Note" "A note where markdown-mode is not installed.")
(put 'vault-plain-mode 'eglot-language-id "markdown")

(defvar vault-scenario
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8))
      (insert-file-contents (getenv "VAULT_SCENARIO")))
    (json-parse-buffer :object-type 'alist :array-type 'list)))
(defvar vault-folder (file-name-as-directory (alist-get 'vault vault-scenario)))
(defvar vault-mode (if (fboundp 'markdown-mode) 'markdown-mode 'vault-plain-mode))
(defvar vault-steps nil)
(defvar vault-asked nil)
(defvar vault-titles nil)
(defvar vault-offered nil)

(setq create-lockfiles nil
      make-backup-files nil
      auto-save-default nil
      ;; A note that ends without a line end keeps that, since the files are compared.
      require-final-newline nil
      mode-require-final-newline nil
      inhibit-message nil
      eglot-sync-connect 20
      eglot-connect-timeout 30
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      ;; Only what a vault says counts as a project here.
      project-find-functions (list (lambda (_) (cons 'transient vault-folder)))
      auto-mode-alist (list (cons "\\.md\\'" vault-mode))
      eglot-server-programs (list (list vault-mode (alist-get 'program vault-scenario) "lsp")))
(prefer-coding-system 'utf-8)

(defun vault-agree (question &rest _)
  "Say yes to QUESTION."
  (push question vault-asked)
  t)

(defun vault-choose (question choices &rest _)
  "Answer QUESTION with that one of CHOICES which has one of the wanted words, or with the first."
  (let ((titles (mapcar (lambda (one) (if (consp one) (car one) one)) choices)))
    (push question vault-asked)
    (if vault-titles
        (progn
          (setq vault-offered titles)
          (or (cl-loop for words in vault-titles
                       thereis (cl-find-if (lambda (title) (string-search words (downcase title))) titles))
              (error "No such code action is offered")))
      (car titles))))

(advice-add 'y-or-n-p :override #'vault-agree)
(advice-add 'yes-or-no-p :override #'vault-agree)
(advice-add 'completing-read :override #'vault-choose)

(defun vault-await (what ready &optional seconds)
  "Wait until READY returns something; WHAT says what for, SECONDS how long."
  (let ((deadline (time-add nil (or seconds 20))) value)
    (while (not (setq value (funcall ready)))
      (when (time-less-p deadline nil) (error "%s was waited for" what))
      (accept-process-output nil 0.02))
    value))

(defun vault-settle ()
  "Tell the server what was typed, and take what it says for a moment."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and buffer-file-name (eglot-managed-p)) (eglot--signal-textDocument/didChange))))
  (dotimes (_ 15) (accept-process-output nil 0.02)))

(defun vault-line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun vault-file (&optional buffer)
  "The path in the vault of what BUFFER visits."
  (let ((name (buffer-file-name buffer)))
    (and name (if (string-prefix-p vault-folder name) (substring name (length vault-folder)) name))))

(defun vault-open (step)
  "Visit the file of STEP, with the server, and go to its place."
  (set-buffer (find-file-noselect (concat vault-folder (alist-get 'file step))))
  (set-window-buffer (selected-window) (current-buffer))
  (unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
  (vault-await "the server" (lambda () (and (eglot-current-server) (eglot-managed-p))))
  (when-let ((line (alist-get 'line step)))
    (goto-char (point-min))
    (forward-line line)
    (when-let ((on (alist-get 'on step)))
      (unless (search-forward on (line-end-position) t) (error "No %s in line %s: %s" on line (vault-line)))
      (goto-char (match-beginning 0)))))

(defun vault-do-open (_step) nil)
(defun vault-do-text (_step) `((text . ,(buffer-substring-no-properties (point-min) (point-max)))))

(defun vault-do-insert (step)
  (end-of-line)
  (insert (alist-get 'text step))
  (vault-settle)
  `((text . ,(vault-line))))

(defun vault-do-complete (step)
  "Type the text of STEP at the end of the line, and take what completion offers, as `completion-in-region' does."
  (end-of-line)
  (insert (alist-get 'text step))
  (save-excursion (insert (or (alist-get 'after step) "")))
  (vault-settle)
  (pcase-let* ((`(,start ,end ,table . ,properties) (eglot-completion-at-point))
               (typed (buffer-substring-no-properties start end))
               (offered (all-completions typed table))
               (label (alist-get 'label step))
               (chosen (cl-find-if
                        (lambda (one)
                          (equal label (string-trim (plist-get (get-text-property 0 'eglot--lsp-item one) :label))))
                        offered))
               (shown (mapcar #'substring-no-properties offered)))
    (when chosen
      (delete-region start end)
      (goto-char start)
      (insert (substring-no-properties chosen))
      (funcall (plist-get properties :exit-function) chosen 'finished))
    (vault-settle)
    `((offered . ,(vconcat shown))
      (text . ,(vault-line))
      ,@(unless chosen `((problem . ,(format "%s is not offered" label)))))))

(defun vault-do-definition (_step)
  (xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
  (set-buffer (window-buffer (selected-window)))
  `((file . ,(vault-file)) (line . ,(1- (line-number-at-pos)))))

(defun vault-do-rename (step)
  (vault-settle)
  (eglot-rename (alist-get 'to step))
  (vault-settle)
  nil)

(defun vault-do-action (step)
  (vault-settle)
  (let ((vault-titles (alist-get 'titles step)) (last-nonmenu-event ?x))
    (setq vault-offered nil)
    (eglot-code-actions (point) (point) nil t))
  (vault-settle)
  `((offered . ,(vconcat vault-offered))))

(defun vault-do-command (step)
  (vault-settle)
  (let ((value (eglot-execute-command (eglot-current-server) (intern (alist-get 'command step))
                                      (vconcat (alist-get 'arguments step)))))
    (vault-settle)
    `((value . ,(and (stringp value) value)))))

(defun vault-do-undo (_step)
  (setq last-command nil)
  ;; A command of a person begins with one.
  (undo-boundary)
  (undo)
  (vault-settle))

(defun vault-do-save (_step)
  "Save all buffers but those whose files are gone, which are told: a person who saves those makes the files anew."
  (let (gone open)
    (dolist (buffer (buffer-list))
      (when-let ((name (buffer-file-name buffer)))
        (push (vault-file buffer) open)
        (with-current-buffer buffer
          (cond ((and (not (file-exists-p name)) (not (buffer-modified-p))) (push (vault-file) gone))
                ((buffer-modified-p)
                 ;; Asked where the file has changed below the buffer; answered with yes.
                 (save-buffer))))))
    (vault-settle)
    `((open . ,(vconcat open)) (gone . ,(vconcat gone)))))

(defun vault-run (step)
  "Do STEP, and return what came of it."
  (let ((name (alist-get 'do step)))
    (append
     `((do . ,name) ,@(when-let ((titles (alist-get 'titles step))) `((titles . ,(vconcat titles)))))
     (condition-case problem
         (let ((found (progn
                        (when (alist-get 'file step) (vault-open step))
                        (funcall (intern (concat "vault-do-" name)) step))))
           (if-let ((wrong (alist-get 'problem found)))
               `((ok . :false) (error . ,wrong) ,@(assq-delete-all 'problem found))
             `((ok . t) ,@found)))
       (error `((ok . :false) (error . ,(error-message-string problem))))))))

(defun vault-write-report ()
  (let ((coding-system-for-write 'utf-8))
    (write-region
     (json-serialize
      `((client . ((version . ,emacs-version) (mode . ,(symbol-name vault-mode)) (renames . :false)))
        (steps . ,(vconcat (nreverse vault-steps)))
        (errors . [])
        (messages . ,(vconcat (mapcar #'substring-no-properties (reverse vault-asked)))))
      :null-object nil :false-object :false)
     nil (getenv "VAULT_REPORT") nil 'quiet)))

(dolist (step (alist-get 'steps vault-scenario))
  (push (vault-run step) vault-steps))
(when-let ((server (cl-some (lambda (buffer) (with-current-buffer buffer (and (eglot-managed-p) (eglot-current-server))))
                            (buffer-list))))
  (ignore-errors (eglot-shutdown server nil 5)))
(vault-write-report)
(dolist (buffer (buffer-list))
  (with-current-buffer buffer (set-buffer-modified-p nil)))
(kill-emacs 0)

;;; emacs_session.el ends here
