import { errorIf } from './rule.ts'
import type { Finding } from '../../contract/resource/finding.ts'

/** Checks the cluster name, which names and labels of its objects contain (api-and-config.md, section 13.1, row 1; 13.3, row 1). */
export const clusterName = (field: string, name: string): readonly Finding[] =>
  errorIf(
    !/^[a-z](?:[-a-z\d]{0,43}[a-z\d])?$/.test(name),
    field,
    `The FlinkDeployment name: ${name} is invalid, must consist of lower case alphanumeric characters or '-', start with an alphabetic character, `
      + "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123'), and the length must be no more than 45 characters.",
  )
