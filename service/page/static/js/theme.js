/* In: the theme a person chose. Out: the document in it before it is first painted; therefore no module. */

document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("handscan.theme") ?? '"auto"');
