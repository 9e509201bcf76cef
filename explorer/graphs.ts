// What is drawn as a graph.
export { ControlPage } from './page/control.js';
export { RelationsTab } from './tab/relations.js';
