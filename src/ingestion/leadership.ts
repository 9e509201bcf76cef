/** Whether this process is the one that writes. Of several processes on one database the others stand by. */
export class Leadership {
  isHeld = false;
}
