import type { Photo } from '#shared/contract/common.ts'
import { largestPhoto, photoSources } from '#shared/photo-sizes.ts'
import { PhotoViewer } from '#web/ui/photo-viewer.tsx'

interface GalleryViewerProps {
  photos: Photo[]
  altOf: (index: number) => string
  /** The gallery's images, in the same order. */
  images: NodeListOf<HTMLImageElement> | undefined
  start: number
  onClose: (index: number) => void
}

/** The photos of a gallery in full screen. The gallery's loaded image is the preview until the large size has loaded. */
export function GalleryViewer({ photos, altOf, images, ...rest }: GalleryViewerProps) {
  return (
    <PhotoViewer
      {...rest}
      photos={photos.map((photo, index) => {
        const { src, avifSrcSet } = photoSources(photo, 'large')
        return {
          src,
          ...(avifSrcSet && { srcSet: avifSrcSet }),
          width: photo.width ?? largestPhoto.width,
          height: photo.height ?? largestPhoto.height,
          alt: altOf(index),
          preview: images?.[index]?.currentSrc,
        }
      })}
    />
  )
}
