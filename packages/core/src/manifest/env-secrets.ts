import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Decorator } from './decorator.ts'
import { appended } from './json-field.ts'
import { readMapList } from './read-option.ts'
import { mapMainContainer } from './pod.ts'

/** Environment variables from secrets: `kubernetes.env.secretKeyRef` (cluster-manifests.md, section 6.2). */
export const envSecrets: Decorator = ({ configuration }) => pod =>
  pipe(
    readMapList(configuration, 'kubernetes.env.secretKeyRef'),
    E.map(entries =>
      entries.map(({ env = '', secret = '', key = '' }) => ({ name: env, valueFrom: { secretKeyRef: { name: secret, key } } }))
    ),
    E.map(variables => mapMainContainer(container => appended(container, 'env', variables))(pod)),
  )
