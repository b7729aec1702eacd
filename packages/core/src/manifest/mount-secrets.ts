import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Decorator, mapMainContainer, mounted } from './pod.ts'
import { appended } from './json-field.ts'
import { readMapList, readMap } from './read-option.ts'

/** Environment variables from secrets: `kubernetes.env.secretKeyRef` (cluster-manifests.md, section 6.2). */
export const envSecrets: Decorator = ({ configuration }) => pod =>
  pipe(
    readMapList(configuration, 'kubernetes.env.secretKeyRef'),
    E.map(entries =>
      entries.map(({ env = '', secret = '', key = '' }) => ({ name: env, valueFrom: { secretKeyRef: { name: secret, key } } }))
    ),
    E.map(variables => mapMainContainer(container => appended(container, 'env', variables))(pod)),
  )

/**
 * Mounts Secrets as files: `kubernetes.secrets`, secret → path (cluster-manifests.md, section 6.3). Sorted by name, so that the order does
 * not depend on the text.
 */
export const mountSecrets: Decorator = ({ configuration }) => pod =>
  pipe(
    readMap(configuration, 'kubernetes.secrets'),
    E.map(secrets =>
      Object.keys(secrets)
        .toSorted()
        .reduce((before, secret) => {
          const volume = { name: `${secret}-volume`, secret: { secretName: secret } }
          return mounted(volume, { mountPath: secrets[secret] ?? '' })(before)
        }, pod)
    ),
  )
