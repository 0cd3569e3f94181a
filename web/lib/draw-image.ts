/** A picture for an upload: a JPEG whose longer side has at most this many pixels. */
const target = { side: 2000, quality: 0.85 }

/** The picture as a JPEG, made smaller if it is larger than `target`. */
export function drawSmall(image: HTMLImageElement): Promise<Blob | null> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, target.side / Math.max(naturalWidth, naturalHeight))
  const [width, height] = [scale * naturalWidth, scale * naturalHeight]
  return drawJpeg(width, height, (context) => context.drawImage(image, 0, 0, width, height))
}

/** A picture by its address; canvases may read it. Rejects if this browser cannot. */
export function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('This picture cannot be read here.'))
    image.src = address
  })
}

/** A JPEG of `width` × `height` pixels, rounded, as drawn. Browsers apply the EXIF orientation when they draw an image. */
export function drawJpeg(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency: transparent pixels become white instead of black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  draw(context)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', target.quality))
}
