// Without this script nothing is lost but the buttons that copy a command.
if (navigator.clipboard) {
  for (const command of document.querySelectorAll("code.command")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy: " + command.textContent);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    command.after(" ", button);
  }
}
