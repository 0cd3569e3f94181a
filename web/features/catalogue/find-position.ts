const pick = 'Please pick your state and LGA instead.'

/**
 * Asks the browser for the position, which asks the person. Resolves to `latitude,longitude`, rounded to 0.05 degrees (about 5 km), or
 * to a sentence that says why not.
 */
export function findPosition(): Promise<{ position: string } | { failure: string }> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve({ failure: `This browser cannot tell your position. ${pick}` })
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const isNear = latitude > 3 && latitude < 15 && longitude > 2 && longitude < 16
        const position = [latitude, longitude]
          .map((degrees) => (Math.round(degrees * 20) / 20).toFixed(2))
          .join()
        resolve(isNear ? { position } : { failure: `You seem to be outside Nigeria. ${pick}` })
      },
      ({ code, PERMISSION_DENIED }) =>
        resolve({
          failure:
            code === PERMISSION_DENIED
              ? `Your browser keeps your position to itself, which is fine. ${pick}`
              : `Your position was not found. ${pick}`,
        }),
      { timeout: 20_000, maximumAge: 600_000 },
    )
  })
}
