import type { JobUptime } from '../view/job-uptime.ts'

const width = 1_000
/** Before the edit, and after the last step, the job runs on: a margin of the picture. */
const margin = 120
const height = 22
const space = 8

/** When a job runs, as a picture, in which cluster, and when none does. */
export const UptimePicture = ({ uptime: { bars, end, text } }: { readonly uptime: JobUptime }) => {
  const x = (time: number): number => margin + (width - 2 * margin) * time / end
  const left = (from: number): number => (from === 0 ? 0 : x(from))
  const right = (to: number): number => (to === end ? width : x(to))
  const rows = Math.max(1, bars.length)
  return (
    <figure class="uptime">
      <svg viewBox={`0 0 ${width} ${rows * (height + space)}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ cluster, stretches }, row) => (
          <g key={cluster}>
            <rect class="down" x={0} y={row * (height + space)} width={width} height={height} />
            {stretches.map(({ from, to }) => (
              <rect class="up" x={left(from)} y={row * (height + space)} width={Math.max(2, right(to) - left(from))} height={height} />
            ))}
          </g>
        ))}
        {bars.length === 0 ? <rect class="down" x={0} y={0} width={width} height={height} /> : null}
        <line x1={x(0)} x2={x(0)} y1={0} y2={rows * (height + space)} />
      </svg>
      <figcaption>
        {text}{' '}
        <span class="why">
          Filled: a job runs{bars.length > 1 ? `, in ${bars.map(({ cluster }) => cluster).join(' and ')}` : ''}. The line marks the edit.
        </span>
      </figcaption>
    </figure>
  )
}
