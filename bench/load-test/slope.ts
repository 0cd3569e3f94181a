/** How much `y` grows with each unit of `x`: the line that is nearest to the points (least squares). */
export function slopePerHour(points: (readonly [hours: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(([hours]) => hours))
  const y = mean(points.map(([, value]) => value))
  const spread = points.reduce((sum, [hours]) => sum + (hours - x) ** 2, 0)
  return points.reduce((sum, [hours, value]) => sum + (hours - x) * (value - y), 0) / spread
}
