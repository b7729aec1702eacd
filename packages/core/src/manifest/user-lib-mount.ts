import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isStandalone } from './cluster.ts'
import type { Decorator } from './decorator.ts'
import { arrayAt, isJsonObject, textAt } from './json-field.ts'
import { readList } from './read-option.ts'
import { mounted } from './volume.ts'

const directory = '/opt/flink/usrlib'

/**
 * Mounts an empty directory for user libraries, for standalone applications only (cluster-manifests.md, section 6.10). Not if the job's own
 * jar is below that path: the mount would hide it (M-D05).
 */
export const userLibMount: Decorator = ({ input, application, configuration }) => pod =>
  pipe(
    readList(configuration, 'pipeline.classpaths'),
    E.map(jars => {
      const isMounted = arrayAt(pod.mainContainer, 'volumeMounts').some(mount =>
        isJsonObject(mount) && textAt(mount, 'mountPath')?.startsWith(directory) === true
      )
      const isNeeded = isStandalone(input) && application && jars.length > 0
        && !jars.some(jar => jar.replace(/^[a-z]+:(\/\/)?/, '').startsWith(`${directory}/`))
      return isNeeded && !isMounted ? mounted({ name: 'user-lib-dir', emptyDir: {} }, { mountPath: directory })(pod) : pod
    }),
  )
