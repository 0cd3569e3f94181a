import fastifyMultipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { diskIsFull } from '#server/core/disk/refuse-writes.ts'
import { toAppError } from '#server/core/http/error-handler.ts'
import { originOf } from '#server/core/http/origin.ts'
import { logFailure } from '#server/core/log/log-failure.ts'
import { logRefusal } from '#server/core/log/log-refusal.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import type { UploadFailure } from '#shared/contract/uploads.ts'
import { AppError } from '#shared/errors.ts'
import { openIncomingFile } from './incoming-file.ts'
import { notAForm, readUploadForm, uploadFormLimits } from './upload-form.routes.ts'
import { createUploadSlots, type UploadSlot } from './upload-slots.ts'
import { refuseWhenBusy, type StoredPhoto, storePhoto } from './uploads.service.ts'

/**
 * The built-in image host. It is a separate Fastify scope, since its form and its errors follow the
 * conventions of image hosts.
 */
export async function uploadsRoutes(app: App, context: Context): Promise<void> {
  const { disk, env } = context
  const slots = createUploadSlots(env)
  // The uploads in progress could exceed the remaining space.
  disk.onCheck(() => {
    if (!disk.hasSpaceFor('pictures')) slots.revoke(diskIsFull())
  })

  async function receive(request: FastifyRequest, userId: number, slot: UploadSlot): Promise<StoredPhoto> {
    const file = await openIncomingFile(env.DATA_DIR)
    try {
      await readUploadForm(request, env.UPLOAD_PRESET, file, slot)
      slot.complete()
      // Others may have arrived during the upload.
      refuseWhenBusy(userId)
      return await storePhoto(context, file.read, userId)
    } finally {
      await file.close()
    }
  }

  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { limits: uploadFormLimits, throwFileSizeLimit: false })
    scope.setErrorHandler(sendUploadError)
    registerEndpoints(scope, context, {
      'POST /api/uploads': async ({ viewer, request, reply }) => {
        refuseWhenBusy(viewer.id)
        const slot = slots.acquire(viewer.id)
        slot.signal.addEventListener('abort', () => {
          // Does not wait for the rest of the upload.
          reply.header('connection', 'close')
        })
        try {
          const { url, ...photo } = await receive(request, viewer.id, slot)
          return { secure_url: `${originOf(env, request)}${url}`, ...photo }
        } finally {
          slot.release()
        }
      },
    })
  })
}

/** Responds with `{error: {message}}` and the matching status, like other image hosts. */
function sendUploadError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toUploadError(error)
  if (known.status >= 500) logFailure(request.log, error, known, 'upload failed')
  else logRefusal(request, known)
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  const failure: UploadFailure = { error: { message: known.message } }
  return reply.code(known.status).header('cache-control', 'no-store').send(failure)
}

function toUploadError(error: unknown): AppError {
  const known = toAppError(error)
  if (known === error) return known
  if (known.code === 'UNSUPPORTED_MEDIA_TYPE') return notAForm()
  if (known.code === 'INTERNAL')
    return new AppError('INTERNAL', 'The picture could not be stored. Please try again in a moment.')
  return known
}
