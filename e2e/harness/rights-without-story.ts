/** A right that the operator needs and that no story is sure to use. */
export interface RightWithoutStory {
  /** One verb of one resource: `apps/deployments delete`. */
  readonly right: string
  readonly why: string
  /** The test that uses it instead. */
  readonly test: string
}

export const rightsWithoutStory: readonly RightWithoutStory[] = []
