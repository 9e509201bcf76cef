export { Buffer } from 'buffer/';
