/** Whether this process is the one that writes. Of several over one database the others stand by. */
export class Leadership {
  isHeld = false;
}
