/**
 * Why the objects of a cluster can't be rendered. The message names the option and is meant for people; where the reference operator
 * has a message of its own for the same mistake, the words are its words.
 */
export interface ManifestError {
  readonly _tag: 'ManifestError'
  readonly reason:
    | 'PortNotFixed' | 'LimitFactor' | 'Replicas' | 'Memory' | 'Value' | 'OverlappingKeys' | 'ImageMissing' | 'JarMissing' | 'IngressTemplate'
  /** The configuration key that is wrong, where it is one key. */
  readonly key: string | null
  readonly message: string
}

export const manifestError = (reason: ManifestError['reason'], key: string | null, message: string): ManifestError =>
  ({ _tag: 'ManifestError', reason, key, message })
