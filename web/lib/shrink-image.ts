/** A picture is made smaller before it is sent when it is larger than one of these. */
const largest = { side: 2560, bytes: 1.5 * 1024 * 1024 }

/** Below this many bytes there is nothing to save. */
const smallEnough = 300 * 1024

/** What comes out: a JPEG whose longer side has at most this many pixels. */
const target = { side: 2000, quality: 0.85 }

const readable = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

let previous: Promise<unknown> = Promise.resolve()

/**
 * A smaller copy of a large picture, upright, or the file itself where it is small, of a type that browsers do not
 * read (HEIC), or cannot be drawn. One at a time: a phone's camera makes pictures of 50 MB and more once decoded.
 */
export function shrinkImage(file: File): Promise<Blob> {
  if (file.size <= smallEnough || !readable.includes(file.type)) return Promise.resolve(file)
  const result = previous.then(() => shrink(file)).catch(() => file)
  previous = result
  return result
}

async function shrink(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const image = await loadImage(address)
    const longer = Math.max(image.naturalWidth, image.naturalHeight)
    if (longer <= largest.side && file.size <= largest.bytes) return file
    const copy = await redraw(image, Math.min(1, target.side / longer))
    return copy && copy.size < file.size ? copy : file
  } finally {
    URL.revokeObjectURL(address)
  }
}

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('This picture cannot be read here.'))
    image.src = address
  })
}

/** Browsers turn a drawn image upright by its EXIF data themselves. */
function redraw(image: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency: what was clear becomes white instead of black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', target.quality))
}
