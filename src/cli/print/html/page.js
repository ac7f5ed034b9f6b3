
"use strict";
(() => {
  const nav = document.querySelector("body > nav"), form = document.querySelector("body > nav form");
  if (!form) return;
  form.hidden = false;
  nav.hidden = false;
  const all = (name) => Array.from(document.querySelectorAll(name));
  const box = form.querySelector("input"), status = form.querySelector("output");
  const messages = all(".message"), entries = all("body > nav li");
  let folded = true;
  form.querySelector("[data-does=fold]").hidden = !document.querySelector("main details:not(.branch)");
  const fold = () => {
    folded = !folded;
    all("main details:not(.branch)").forEach((it) => { it.open = !folded; });
    form.querySelector("[data-does=fold]").setAttribute("aria-pressed", String(!folded));
  };
  // One of the branches that fork after a message is shown, the others are away. The one that goes on after the fork is null.
  const chosen = new Map();
  const ways = (fork) => {
    const list = Array.from(fork.querySelectorAll(":scope > details"));
    list.splice(list.filter((it) => it.classList.contains("earlier")).length, 0, null);
    return list;
  };
  const count = (fork, list) => {
    fork.querySelector("output").textContent = list.indexOf(chosen.get(fork)) + 1 + " / " + list.length;
  };
  const choose = (fork, way) => {
    const list = ways(fork);
    chosen.set(fork, way);
    list.forEach((it) => {
      if (it) it.classList.toggle("away", it !== way);
      if (it && it === way) it.open = true;
    });
    count(fork, list);
    let isGone = false;
    Array.from(fork.parentElement.children).forEach((it) => {
      if (it.tagName !== "SUMMARY") it.classList.toggle("away", isGone);
      isGone = isGone || Boolean(chosen.get(it));
    });
  };
  const step = (fork, by) => {
    const list = ways(fork);
    choose(fork, list[(list.indexOf(chosen.get(fork)) + by + list.length) % list.length]);
  };
  all(".fork").filter((fork) => fork.nextElementSibling).forEach((fork) => {
    const bar = document.createElement("div"), output = document.createElement("output");
    bar.className = "ways";
    const button = (text, label, by) => {
      const it = document.createElement("button");
      it.type = "button";
      it.textContent = text;
      it.setAttribute("aria-label", label);
      it.addEventListener("click", () => step(fork, by));
      return it;
    };
    bar.append(button("‹", "Previous branch", -1), output, button("›", "Next branch", 1));
    fork.prepend(bar);
    chosen.set(fork, null);
    const list = ways(fork);
    list.forEach((it) => { if (it) it.classList.add("away"); });
    count(fork, list);
  });
  const reveal = (target) => {
    for (let it = target; it && it.parentElement; it = it.parentElement) {
      if (it.tagName === "DETAILS") it.open = true;
      const box = it.parentElement;
      if (chosen.has(box)) {
        if (it !== box.firstElementChild) choose(box, it);
        continue;
      }
      for (let fork = it.previousElementSibling; fork; fork = fork.previousElementSibling) {
        if (chosen.get(fork)) choose(fork, null);
      }
    }
    return target;
  };
  const named = () => document.getElementById(location.hash.slice(1));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link) reveal(document.getElementById(link.hash.slice(1)));
  });
  window.addEventListener("hashchange", () => { const it = reveal(named()); if (it) it.scrollIntoView(); });
  if (location.hash && named()) reveal(named()).scrollIntoView();
  const isSeen = (it) => it.checkVisibility ? it.checkVisibility() : Boolean(it.offsetParent);
  const search = () => {
    const wanted = box.value.trim().toLowerCase();
    let found = 0;
    messages.forEach((it) => {
      const has = !wanted || it.textContent.toLowerCase().includes(wanted);
      it.hidden = !has;
      found += has ? 1 : 0;
    });
    document.body.classList.toggle("searching", Boolean(wanted));
    const now = new Set(chosen.values());
    all(".branch").forEach((it) => {
      const has = Boolean(wanted) && Boolean(it.querySelector(".message:not([hidden])"));
      it.hidden = Boolean(wanted) && !has;
      it.open = has || now.has(it);
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
  // What is scrolled to is not under the bar.
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingTop = nav.offsetHeight + 8 + "px";
  }).observe(nav);
  const go = (step) => {
    const shown = messages.filter(isSeen);
    const top = nav.offsetHeight + 4, place = (it) => it.getBoundingClientRect();
    const own = shown.indexOf(document.activeElement.closest(".message"));
    const isHere = own >= 0 && place(shown[own]).bottom > top && place(shown[own]).top < innerHeight;
    const next = isHere ? shown[own + step]
      : step > 0 ? shown.find((it) => place(it).top > top - 4) : shown.filter((it) => place(it).top < top).pop();
    if (!next) return;
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
