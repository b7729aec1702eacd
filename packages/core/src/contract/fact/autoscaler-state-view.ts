/** The ConfigMap with the autoscaler's state of a job. Its values are read completely. */
export interface AutoscalerStateView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly ownerUids: readonly string[]
  readonly data: Readonly<Record<string, string>>
}
