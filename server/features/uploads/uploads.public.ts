/** What other features may use of uploaded pictures. */
export { isBrandMark } from './brand-mark.ts'
export { mirrorMask } from './photo-hash.ts'
export { findOwnPhotos, type PhotoOrigins, photoOrigins, storedUrls } from './photos.service.ts'
export { findProbes } from './uploads.db.ts'
