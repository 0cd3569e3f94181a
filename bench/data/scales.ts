/** Listings at each scale. */
export const scales = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000 } as const
export type Scale = keyof typeof scales

export function isScale(name: string | undefined): name is Scale {
  return name !== undefined && Object.hasOwn(scales, name)
}
