/** What a build was made of, and by whom. */
export interface BuildFacts {
  /** Who says so: a URI that whoever verifies it trusts. */
  readonly builder: string
  /** URI of the repository. */
  readonly repository: string
  readonly commit: string
  /** Files that are shipped. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  /** Of package-lock.json, which pins each package by its hash. */
  readonly lockFile: string
  readonly node: string
  readonly base: { readonly name: string; readonly sha256: string }
}

/**
 * Where a build comes from, as an in-toto statement (v1) with SLSA's predicate of provenance (v1). Neither time nor machine: the same
 * commit built by the same builder gives the same bytes.
 */
export const statementOf = ({ builder, repository, commit, files, lockFile, node, base }: BuildFacts): object => {
  const source = { uri: `git+${repository}`, digest: { gitCommit: commit } }
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${repository}#npm-run-build`,
        externalParameters: { source, commands: ['npm ci', 'npm run build'] },
        resolvedDependencies: [
          source,
          { name: 'package-lock.json', digest: { sha256: lockFile } },
          { name: 'node', annotations: { version: node } },
          { uri: `oci://${base.name}`, digest: { sha256: base.sha256 } },
        ],
      },
      runDetails: { builder: { id: builder } },
    },
  }
}
