/* SPDX-License-Identifier: Apache-2.0 */
(function () {
'use strict';
function cells(row) {
  return row.cells || row.firstElementChild.children;
}
function value(row, at) {
  var cell = cells(row)[at];
  var text = cell.dataset.value || cell.textContent.trim();
  var number = parseFloat(text.replace('[', ''));
  return isNaN(number) ? text : number;
}
function sort(button) {
  var title = button.parentElement;
  var titles = Array.from(title.parentElement.children);
  var at = titles.indexOf(title);
  var table = title.closest('table');
  var box = table ? table.tBodies[0] : title.closest('.list');
  var rows = table ? Array.from(box.rows)
                   : Array.from(box.querySelectorAll(':scope > details'));
  if (rows.length === 0)
    return;
  var leads = table && table.classList.contains('leads');
  var text = at === (leads ? 0 : titles.length - 1);
  var was = title.getAttribute('aria-sort');
  var up = was ? was === 'descending' : text;
  var keys = new Map();
  rows.forEach(function (row) {
    keys.set(row, text ? cells(row)[at].textContent.replace(/^\[\d+\] /, '')
                       : value(row, at));
  });
  rows.sort(function (a, b) {
    var x = keys.get(a), y = keys.get(b);
    var order = x < y ? -1 : x > y ? 1 : 0;
    return up ? order : -order;
  });
  rows.forEach(function (row) { box.appendChild(row); });
  titles.forEach(function (other) { other.removeAttribute('aria-sort'); });
  title.setAttribute('aria-sort', up ? 'ascending' : 'descending');
}
function unfold(button) {
  var open = button.dataset.open === '1';
  var list = document.getElementById(button.dataset.list);
  list.querySelectorAll(':scope > details').forEach(function (row) {
    row.open = open;
  });
}
function find(text) {
  text = text.toLowerCase();
  document.querySelectorAll('.find>tbody>tr,.list>details').forEach(
    function (row) {
      var own = row.id ? row.firstElementChild : row;
      row.hidden = own.textContent.toLowerCase().indexOf(text) < 0;
    });
}
function reveal() {
  var target = document.getElementById(location.hash.slice(1));
  if (!target)
    return;
  for (var box = target; box; box = box.parentElement) {
    box.hidden = false;
    if (box.tagName === 'DETAILS')
      box.open = true;
  }
  target.scrollIntoView();
}
document.addEventListener('click', function (event) {
  var button = event.target.closest('button');
  if (!button)
    return;
  if (button.dataset.list)
    unfold(button);
  else
    sort(button);
});
document.addEventListener('input', function (event) {
  if (event.target.type === 'search')
    find(event.target.value);
});
window.addEventListener('hashchange', reveal);
reveal();
})();
