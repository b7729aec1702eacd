import { type Panel, type Row, rows } from './panels.ts'

const datasource = { type: 'prometheus', uid: '${datasource}' }
const heights: Readonly<Record<Panel['type'], number>> = { stat: 4, timeseries: 8, table: 8, bargauge: 8 }

interface Place {
  readonly x: number
  readonly y: number
  /** Of the tallest panel in this line. */
  readonly height: number
}

/** Where a panel of this size goes: beside the last one, or below. */
const placed = ({ x, y, height }: Place, width: number, tall: number): Place =>
  x + width > 24 ? { x: width, y: y + height, height: tall } : { x: x + width, y, height: Math.max(height, tall) }

const panelJson = (panel: Panel, id: number, end: Place): object => ({
  id,
  title: panel.title,
  ...(panel.about === '' ? {} : { description: panel.about }),
  type: panel.type,
  datasource,
  gridPos: { x: end.x - panel.width, y: end.y, w: panel.width, h: heights[panel.type] },
  fieldConfig: { defaults: { unit: panel.unit, min: panel.type === 'timeseries' ? 0 : undefined }, overrides: [] },
  options: panel.type === 'timeseries' ? { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } }
    : panel.type === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'none' }
    : { sortBy: [{ displayName: 'Value', desc: false }] },
  ...(panel.type === 'table' ? { transformations: [{ id: 'organize', options: { excludeByName: { Time: true } } }] } : {}),
  targets: panel.queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource,
    expr,
    legendFormat,
    ...(panel.type === 'table' ? { format: 'table', instant: true } : {}),
  })),
})

const laidOut = (all: readonly Row[]): readonly object[] => {
  const panels: object[] = []
  let place: Place = { x: 0, y: 0, height: 0 }
  for (const { title, panels: ofRow } of all) {
    const y = place.y + place.height
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: 24, h: 1 } })
    place = { x: 0, y: y + 1, height: 0 }
    for (const panel of ofRow) {
      place = placed(place, panel.width, heights[panel.type])
      panels.push(panelJson(panel, panels.length + 1, place))
    }
  }
  return panels
}

const variable = (name: string, more: object): object => ({ name, label: name, ...more })

/** deploy/grafana/flink-operator.json, to be imported or provisioned. */
export const dashboard = (): string =>
  `${
    JSON.stringify(
      {
        uid: 'flink-operator',
        title: 'Flink operator',
        tags: ['flink', 'kubernetes'],
        schemaVersion: 39,
        editable: true,
        refresh: '30s',
        time: { from: 'now-6h', to: 'now' },
        templating: {
          list: [
            variable('datasource', { type: 'datasource', query: 'prometheus' }),
            variable('namespace', {
              type: 'query',
              datasource,
              query: { query: 'label_values(flink_operator_resources, namespace)', refId: 'namespace' },
              refresh: 2,
              includeAll: true,
              multi: true,
              allValue: '.*',
              current: { text: 'All', value: '$__all' },
            }),
          ],
        },
        panels: laidOut(rows),
      },
      null,
      2,
    )
  }\n`
