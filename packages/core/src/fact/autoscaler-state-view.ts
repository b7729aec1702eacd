/** The ConfigMap in which the autoscaler keeps what it knows of a job. Its texts are read in whole. */
export interface AutoscalerStateView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly ownerUids: readonly string[]
  readonly data: Readonly<Record<string, string>>
}
