
"use strict";
(() => {
  const nav = document.querySelector("nav"), form = document.querySelector("nav form");
  if (!form) return;
  form.hidden = false;
  nav.hidden = false;
  const all = (name) => Array.from(document.querySelectorAll(name));
  const box = form.querySelector("input"), status = form.querySelector("output");
  const messages = all(".message"), entries = all("nav li");
  let folded = true;
  form.querySelector("[data-does=fold]").hidden = !document.querySelector("main details");
  const fold = () => {
    folded = !folded;
    all("main details").forEach((it) => { it.open = !folded; });
    form.querySelector("[data-does=fold]").setAttribute("aria-pressed", String(!folded));
  };
  const search = () => {
    const wanted = box.value.trim().toLowerCase();
    let found = 0;
    messages.forEach((it) => {
      const has = !wanted || it.textContent.toLowerCase().includes(wanted);
      it.hidden = !has;
      found += has ? 1 : 0;
    });
    all("section").forEach((it) => { it.hidden = Boolean(wanted) && !it.querySelector(".message:not([hidden])"); });
    const index = document.querySelector("nav details");
    if (index && wanted) index.open = true;
    entries.forEach((it) => {
      const section = document.getElementById(it.firstChild.hash.slice(1));
      it.hidden = Boolean(wanted) && Boolean(section) && section.hidden && !it.textContent.toLowerCase().includes(wanted);
    });
    status.textContent = wanted ? found + " of " + messages.length + " messages" : "";
  };
  const go = (step) => {
    const shown = messages.filter((it) => !it.hidden);
    const top = nav.offsetHeight + 8;
    const next = step > 0 ? shown.find((it) => it.getBoundingClientRect().top > top + 1)
      : shown.filter((it) => it.getBoundingClientRect().top < top - 4).pop();
    if (!next) return;
    next.style.scrollMarginTop = "";
    next.scrollIntoView();
    next.focus({ preventScroll: true });
  };
  let waiting = 0;
  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 150); });
  form.addEventListener("submit", (event) => { event.preventDefault(); search(); });
  form.querySelector("[data-does=fold]").addEventListener("click", fold);
  form.querySelector("[data-does=next]").addEventListener("click", () => go(1));
  form.querySelector("[data-does=back]").addEventListener("click", () => go(-1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === box) {
      if (event.key === "Escape") { box.value = ""; search(); box.blur(); }
      return;
    }
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "e") fold();
    else if (event.key === "/") { event.preventDefault(); box.focus(); }
  });
})();
