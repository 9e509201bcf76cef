// Pages and tabs that draw graphs: one file, loaded when the first of them is opened.
export { ControlPage } from './page/control.js';
export { RelationsTab } from './tab/relations.js';
