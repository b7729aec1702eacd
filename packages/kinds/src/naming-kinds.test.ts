import { expect, test } from 'vitest'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { namingKinds, identityOf } from '../../core/src/contract/resource/resource-type.ts'

test('P04 every kind is asked who names a savepoint: those that are not read part by part are searched', () => {
  const withView: readonly string[] = ['FlinkDeployment', 'FlinkSessionJob']
  expect(namingKinds).toEqual(kindNames.map(name => kindOf(name).type).filter(({ kind }) => !withView.includes(kind)).map(identityOf))
})
