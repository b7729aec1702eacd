/** What stands in the way of a deploy, and in whose words it is told. */
export interface Obstacle {
  readonly kind: string
  readonly name: string
  /** Garbage collection is at it, or somebody deleted it: it goes by itself. */
  readonly isGoing: boolean
  /** What it is, and whose. */
  readonly what: string
  /** What a person can do. */
  readonly remedy: string
}
