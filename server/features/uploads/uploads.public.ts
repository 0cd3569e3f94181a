/** What other features may use of uploaded pictures. */
export { hashBrandMarks, isBrandMark } from './brand-mark.ts'
export { findOwnPhotos, type PhotoOrigins, photoOrigins, storedUrls } from './photos.service.ts'
export { nearestRows, similarPhotos } from './similar-photos.db.ts'
export { findProbes } from './uploads.db.ts'
