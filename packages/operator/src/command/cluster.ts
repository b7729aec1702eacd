import type { Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { ConfigurationFolders } from '../configuration/configuration-files.ts'
import { environment, type Refusal } from '../exit-code.ts'

/** Flags of the commands that talk to a cluster. */
export interface ClusterFlags {
  readonly kubeconfig?: string
  readonly context?: string
  readonly confDir?: string
}

/** Credentials as flags and environment say. Left: one line. */
export const credentialsOf = async ({ kubeconfig, context }: ClusterFlags): Promise<E.Either<Refusal, Credentials>> => {
  // Loaded late: the library behind it is most of what starting costs.
  const { loadCredentials } = await import('@flink-operator/k8s-adapter')
  return E.mapLeft(environment)(loadCredentials({
    environment: process.env,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  }))
}

const nonEmpty = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

/** Folders of the operator's configuration as flags and environment say. */
export const foldersOf = ({ confDir }: ClusterFlags): ConfigurationFolders =>
  ({ folder: confDir ?? nonEmpty(process.env['FLINK_CONF_DIR']), overrides: nonEmpty(process.env['CONF_OVERRIDE_DIR']) })
