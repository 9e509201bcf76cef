declare module 'snappyjs' {
  function compress(bytes: Uint8Array): Uint8Array;
  export default { compress };
}
