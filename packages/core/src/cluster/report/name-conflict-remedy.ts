import type { Explanation } from '../../contract/round/explanation.ts'
import type { Obstacle } from '../../contract/round/obstacle.ts'

/** What removes the obstacles, whatever the situation. An obstacle that is not being deleted needs a user. Null: there are none. */
export const outOfTheWay = (obstacles: readonly Obstacle[]): Explanation['unblockedBy'] | null => {
  const names = obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')
  const staying = obstacles.find(({ isGoing }) => !isGoing)
  return obstacles.length === 0 ? null
    : staying === undefined ? { who: 'cluster', what: `${names} is gone: it is being deleted` }
    : { who: 'person', what: `${names} no longer blocks this resource. ${staying.kind} ${staying.name}: ${staying.remedy}` }
}
