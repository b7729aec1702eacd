import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Credentials, CredentialsOptions } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { ConfigurationFolders } from '../configuration/configuration-files.ts'
import { environment, type Refusal } from '../exit-code.ts'

/** Flags of the commands that talk to a cluster. */
export interface ClusterFlags {
  readonly kubeconfig?: string
  readonly context?: string
  readonly confDir?: string
}

const nonEmpty = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

type Load = (options: CredentialsOptions) => E.Either<string, Credentials>

/**
 * Credentials in another context than the current one. Of several kubeconfig files, the first one with a current context decides: a
 * temporary file with only that field is put first, and exists only while the others are read.
 */
const loadInContext = (load: Load, context: string, kubeconfig: string | undefined): E.Either<string, Credentials> => {
  const others = kubeconfig ?? nonEmpty(process.env['KUBECONFIG']) ?? join(homedir(), '.kube', 'config')
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-'))
  try {
    const first = join(folder, 'context')
    writeFileSync(
      first,
      JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': context, clusters: [], users: [], contexts: [] }),
    )
    const loaded = load({ environment: { ...process.env, KUBECONFIG: [first, others].join(delimiter) } })
    const source = (text: string): string => text.replace(`${first}${delimiter}`, '')
    return E.isLeft(loaded) ? E.left(source(loaded.left)) : E.right({ ...loaded.right, source: source(loaded.right.source) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Credentials by flags and environment. Left: one line. */
export const credentialsOf = async ({ kubeconfig, context }: ClusterFlags): Promise<E.Either<Refusal, Credentials>> => {
  // imported late: this library takes most of the start time
  const { loadCredentials } = await import('@flink-operator/k8s-adapter')
  return E.mapLeft(environment)(
    context === undefined
      ? loadCredentials({ environment: process.env, ...(kubeconfig === undefined ? {} : { kubeconfig }) })
      : loadInContext(loadCredentials, context, kubeconfig),
  )
}

/** Folders of the operator's configuration, by flags and environment. */
export const foldersOf = ({ confDir }: ClusterFlags): ConfigurationFolders => ({
  folder: confDir ?? nonEmpty(process.env['FLINK_CONF_DIR']),
  overrides: nonEmpty(process.env['CONF_OVERRIDE_DIR']),
  builtIn: process.env['FLINK_OPERATOR_BUILT_IN_DEFAULTS'],
})
