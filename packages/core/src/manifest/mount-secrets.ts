import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Decorator } from './decorator.ts'
import { readMap } from './read-option.ts'
import { mounted } from './volume.ts'

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
