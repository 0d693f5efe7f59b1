// Files that are pasted or dropped into the text lie beside the note from then on, and a link to each stands where it was put.

{
  const { text } = typing;
  const form = document.querySelector("form.editor");
  const shown = /^(?:image|audio|video)\//;

  /** The name of a file, or one by the time for what has none of its own. */
  function name(file, number, time) {
    const own = file.name.replace(/[\\/:*?"<>|#^[\]]/g, "-").replace(/^\.+/, "");
    const dot = own.lastIndexOf(".");
    const isNameless = !own || /^image\.\w+$/.test(own);
    const stem = isNameless ? `Pasted ${time}` : dot > 0 ? own.slice(0, dot) : own;
    const extension = dot > 0 ? own.slice(dot) : `.${file.type.split("/")[1] || "bin"}`;
    return `${stem}${number ? ` ${number}` : ""}${extension}`;
  }

  /** The folder of the note, or the one that a new note is to go to; with a slash at its end. */
  function place() {
    if (form.dataset.path) return form.dataset.path.replace(/[^/]*$/, "");
    const folder = form.elements.folder.value.trim().replace(/^\/+|\/+$/g, "") || form.dataset.folder;
    return folder ? `${folder}/` : "";
  }

  async function attach(file) {
    const folder = place();
    const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    for (let number = 0; number < 100; number++) {
      const own = name(file, number, time);
      const path = folder + own;
      const address = `/api/v1/files/${path.split("/").map(encodeURIComponent).join("/")}`;
      const response = await fetch(address, { method: "PUT", headers: { "Content-Type": file.type || "application/octet-stream" }, body: file });
      // Another file may have the same name; in a link some signs of a folder would mean something else.
      const target = /[#^|[\]]/.test(folder) ? own : path;
      if (response.status === 201) return typing.put(`${shown.test(file.type) ? "!" : ""}[[${target}]]`);
      const problem = await response.json();
      // The name is taken: nothing is overwritten.
      if (!problem.type?.endsWith(":exists")) throw new Error(problem.detail);
    }
    throw new Error("All names for it are taken.");
  }

  async function attachAll(event, files) {
    if (!files?.length) return;
    event.preventDefault();
    for (const file of files) {
      page.tell(`Attaching ${file.name} …`, 0);
      try {
        await attach(file);
        page.tell(`Attached ${file.name}`);
      } catch (error) {
        page.tell(error instanceof TypeError ? "The server does not answer; nothing was attached." : error.message, 8000);
      }
    }
  }

  if (form && text) {
    text.addEventListener("paste", (event) => attachAll(event, event.clipboardData?.files));
    text.addEventListener("drop", (event) => attachAll(event, event.dataTransfer?.files));
  }
}
