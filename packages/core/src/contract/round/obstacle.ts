/** An object that blocks a deploy, with the texts that report it. */
export interface Obstacle {
  readonly kind: string
  readonly name: string
  /** True if the object is already being deleted, by garbage collection or by a user. No action is needed. */
  readonly isGoing: boolean
  /** What the object is, and who owns it. */
  readonly what: string
  /** What a user can do about it. */
  readonly remedy: string
}
