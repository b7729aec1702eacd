import type { AnyKind } from '@flink-operator/core/kinds'
import type { KindName } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

/** Serves health and metrics of the process; port null: they are not served. */
export const serveOperator = (
  port: number | null,
  { metrics, ...options }: Omit<ServerOptions, 'port' | 'metrics'> & {
    /** Sources of the metrics' text, which is concatenated. */
    readonly metrics: readonly (() => Promise<string>)[]
  },
): Promise<E.Either<string, RunningServer | null>> =>
  port === null ? Promise.resolve(E.right(null)) : startServer({
    ...options,
    port,
    metrics: async () => (await Promise.all(metrics.map(text => text()))).join(''),
  })

/** Kinds that are not reconciled in some namespaces, a line each. */
export const withoutWords = (
  without: ReadonlyMap<KindName, Readonly<Record<string, string>>>,
  kinds: Readonly<Record<KindName, AnyKind>>,
  isOpen: (name: KindName, namespace: string) => boolean,
): readonly string[] =>
  [...without].flatMap(([name, refused]) =>
    Object.entries(refused).flatMap(([namespace, text]) =>
      isOpen(name, namespace) ? []
        : [[`namespace ${namespace}: ${text}`, kinds[name].optional?.instead ?? ''].filter(it => it !== '').join('; ')]
    )
  )
