import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { drawJpeg, loadImage } from '#web/lib/draw-image.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import './photo-editor.css'
import type { PhotoItem } from './photo-list.ts'

/** Pixels of the longer side while a photo is edited, and of the result: as many as an upload has. */
const largestSide = 2000

const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }

interface PhotoEditorProps {
  item: PhotoItem
  onClose: () => void
  onSave: (picture: File) => void
}

/** Turns a photo in quarters and crops it, by pointer, finger or keys. */
export function PhotoEditor({ item, onClose, onSave }: PhotoEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [image, setImage] = useState<HTMLImageElement>()
  /** Quarter turns clockwise, 0 to 3. */
  const [turns, setTurns] = useState(0)
  const [crop, setCrop] = useState(whole)
  const failure = useFormFailure()
  const { show } = failure

  useEffect(() => {
    let wanted = true
    loadPhoto(item).then(
      (loaded) => wanted && setImage(loaded),
      () => wanted && show('This photo cannot be changed here', undefined, 'Remove it, and add it again.'),
    )
    return () => {
      wanted = false
    }
  }, [item, show])

  useEffect(() => {
    if (canvas.current && image) drawTurned(canvas.current, image, turns)
  }, [image, turns])

  function rotate() {
    setTurns((turns + 1) % 4)
    setCrop({ ...crop, x: 100 - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width })
  }

  async function save() {
    const from = canvas.current
    const isSame = turns === 0 && crop.width > 99.5 && crop.height > 99.5
    if (from && !isSame) {
      const [x, y, width, height] = [
        (crop.x * from.width) / 100,
        (crop.y * from.height) / 100,
        (crop.width * from.width) / 100,
        (crop.height * from.height) / 100,
      ]
      const picture = await drawJpeg(width, height, (context) => context.drawImage(from, -x, -y))
      if (!picture) return failure.show('Not saved', undefined, 'This browser could not draw the photo.')
      onSave(new File([picture], item.file?.name ?? 'photo.jpg', { type: 'image/jpeg' }))
    }
    onClose()
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Crop and rotate"
      description="Drag the corners to what buyers should see. Keyboard: Tab to a corner, then the arrow keys, with Shift in larger steps."
      submitLabel="Save photo"
      ready={Boolean(image) && crop.width > 0 && crop.height > 0}
      failure={failure}
      onSubmit={save}
    >
      <div className="photo-editor">
        <ReactCrop
          crop={crop}
          onChange={(_, percent) => setCrop(percent)}
          keepSelection
          minWidth={40}
          minHeight={40}
          ruleOfThirds
          disabled={!image}
          ariaLabels={labels}
        >
          <canvas ref={canvas} role="img" aria-label="The photo, rotated" />
        </ReactCrop>
        <button type="button" className="button button-outline" disabled={!image} onClick={rotate}>
          <RotateCw size={18} />
          Rotate
        </button>
        <p role="status" className="sr-only">
          {turns > 0 && `Rotated by ${turns * 90} degrees.`}
        </p>
      </div>
    </FormDialog>
  )
}

const labels = {
  cropArea: 'What stays of the photo; arrow keys move it',
  nwDragHandle: 'Top left corner',
  nDragHandle: 'Top edge',
  neDragHandle: 'Top right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Bottom right corner',
  sDragHandle: 'Bottom edge',
  swDragHandle: 'Bottom left corner',
  wDragHandle: 'Left edge',
}

/** The photo as it was chosen, or the largest size that is stored. */
async function loadPhoto({ file, preview, url }: PhotoItem): Promise<HTMLImageElement> {
  if (!file) return loadImage(preview.replace(/\/960\.webp$/, '/1600.webp')).catch(() => loadImage(preview))
  const address = URL.createObjectURL(file)
  try {
    // What this browser cannot decode is at least stored.
    return await loadImage(address).catch(() => loadImage(url ?? address))
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawTurned(canvas: HTMLCanvasElement, image: HTMLImageElement, turns: number): void {
  const scale = Math.min(1, largestSide / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.round(scale * image.naturalWidth)
  const height = Math.round(scale * image.naturalHeight)
  canvas.width = turns % 2 === 0 ? width : height
  canvas.height = turns % 2 === 0 ? height : width
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(image, -width / 2, -height / 2, width, height)
}
