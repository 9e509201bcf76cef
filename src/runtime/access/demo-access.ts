/** The key for the demo chain, once it is made; none where keys are not required. */
export class DemoAccess {
  key: string | undefined;
}
