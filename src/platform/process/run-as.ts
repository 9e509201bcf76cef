/** The system user a child runs as, when not our own. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}
