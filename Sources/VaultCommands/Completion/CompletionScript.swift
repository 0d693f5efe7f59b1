/// Completion scripts, which only hand the line that is being typed to `vault ---complete`, and its answer to the
/// shell. The parser's own would let bash expand what they offer, and so run text of notes.
///
/// The program is the one of the line where that names it from the root or the home folder, else the one in `PATH`: a
/// program in the folder at hand is not to run because TAB is pressed.
enum CompletionScript {
  static func text(for shell: CompletionCommand.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// `$2` is what readline replaces: the end of the word, behind an open quote or the last of its word breaks.
  private static let bash = #"""
    # Completion of vault for bash. What is offered, and how it is quoted, the program says.
    _vault() {
        local program=vault option candidate
        case $1 in
        /*) program=$1 ;;
        '~/'*) program=$HOME/${1#'~/'} ;;
        esac
        COMPREPLY=()
        while IFS= read -r -d '' option; do
            [[ -z $option ]] || compopt -o "$option"
            while IFS= read -r -d '' candidate; do
                COMPREPLY+=("$candidate")
            done
        done < <(command "$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$2" "${COMP_TYPE-}" < /dev/null) 2> /dev/null
    }
    complete -F _vault vault

    """#

  private static let zsh = #"""
    #compdef vault
    # Completion of vault for zsh. What is offered the program says, zsh quotes it.
    _vault() {
        local program=vault kind text shown
        local -a texts displays open_texts open_displays options
        case $words[1] in
        /*) program=$words[1] ;;
        '~/'*) program=$HOME/${words[1]#'~/'} ;;
        esac
        local line="${(j: :)words[1,CURRENT-1]} ${words[CURRENT]%"$SUFFIX"}"
        for kind text shown in "${(@0)$(command $program ---complete zsh "$line" < /dev/null 2> /dev/null)}"; do
            case $kind in
            files | folders)
                # `_files` would run what stands in the word to be run.
                case $words[CURRENT] in
                *[\$\<\>=]'('* | *'`'* | *'${'*) return 1 ;;
                esac
                [[ -z $text ]] || compset -P '*='
                if [[ $kind == folders ]]; then _files -/; else _files; fi
                return
                ;;
            word) texts+=("$text") displays+=("$shown") ;;
            part) open_texts+=("$text") open_displays+=("$shown") ;;
            option) options+=($text) ;;
            esac
        done
        options+=(-V vault -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
        compadd $options -d displays -a texts
        local -i status_of_words=$?
        compadd $options -S '' -d open_displays -a open_texts || return status_of_words
    }
    if [[ $funcstack[1] == _vault ]]; then
        _vault "$@"
    else
        compdef _vault vault
    fi

    """#

  private static let fish = #"""
    # Completion of vault for fish. What is offered the program says, fish quotes it.
    function __vault_complete
        set -l line (commandline -pc | string collect)
        set -l program (string match -r '^~?/\S+' -- $line; or echo vault)[1]
        string match -q '~/*' -- $program; and set program (string replace '~' -- $HOME $program)
        command -q $program; or return
        set -l answer (command $program ---complete fish $line < /dev/null 2> /dev/null | string split0)
        switch "$answer[1]"
            case files folders
                set -l path (string sub -s (math 1 + (string length -- "$answer[2]")) -- (commandline -ct))
                set -l found (complete -C "__fish_command_without_completions $path")
                test $answer[1] = files; or set found (string match -r '.*/(?:\t.*)?$' -- $found)
                printf '%s\n' "$answer[2]"$found
            case words
                printf '%s\0' $answer[2..] | string split0
        end
    end
    complete -c vault -f -k -a '(__vault_complete)'

    """#
}
