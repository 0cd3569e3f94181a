import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { toAppError } from '#server/core/http/error-handler.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { IncomingFile } from './incoming-file.ts'
import type { UploadSlot } from './upload-slots.ts'

/** Limits for the multipart parser: one file, a few small fields. */
export const uploadFormLimits = {
  files: 1,
  fileSize: limits.photoBytes,
  fields: 10,
  fieldSize: 1000,
  fieldNameSize: 100,
  headerPairs: 20,
}

/** Bytes that a form may have around its file. */
const formOverhead = 64 * 1024

/**
 * Reads the form `file` + `upload_preset` to its end, the file into `file`. Throws AppError (400, 413, 415)
 * for a faulty form, and the slot's reason if the slot is revoked.
 */
export async function readUploadForm(
  request: FastifyRequest,
  preset: string,
  file: IncomingFile,
  slot: UploadSlot,
): Promise<void> {
  if (!request.isMultipart()) throw notAForm()
  if (Number(request.headers['content-length']) > limits.photoBytes + formOverhead) throw tooLarge()
  const form = await readParts(request, file, slot).finally(() => request.raw.resume())
  if (form.preset !== preset)
    throw new AppError('BAD_REQUEST', 'The upload_preset is not the one of this image host.')
  if (form.truncated) throw tooLarge()
  if (!form.hasFile)
    throw new AppError('BAD_REQUEST', 'There is no picture in this upload. Please choose a file.')
  if (file.size === 0) throw new AppError('BAD_REQUEST', 'This file is empty. Please choose another picture.')
}

interface Form {
  preset?: string
  hasFile: boolean
  truncated: boolean
}

/** Reads every part, even after a fault: a browser does not read the response while it is still sending. */
async function readParts(request: FastifyRequest, file: IncomingFile, slot: UploadSlot): Promise<Form> {
  const form: Form = { hasFile: false, truncated: false }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'upload_preset') form.preset = String(part.value)
        continue
      }
      const isPicture = part.fieldname === 'file'
      for await (const chunk of addAbortSignal(slot.signal, part.file)) {
        if (isPicture) await keep(chunk as Buffer, file, slot)
      }
      if (part.file.truncated) form.truncated = true
      else if (isPicture) form.hasFile = true
    }
  } catch (error) {
    if (slot.signal.aborted) throw slot.signal.reason
    throw error instanceof AppError ? error : brokenForm(error)
  }
  return form
}

/** Throws AppError if the disk is full. */
async function keep(chunk: Buffer, file: IncomingFile, slot: UploadSlot): Promise<void> {
  try {
    await file.append(chunk)
  } catch (cause) {
    throw Object.assign(toAppError(cause), { cause })
  }
  slot.add(chunk.length)
}

export function notAForm(): AppError {
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Please send the picture as a multipart form with the fields file and upload_preset.',
  )
}

function tooLarge(): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `This picture is larger than ${limits.photoBytes / 1024 / 1024} MB. Please choose a smaller one.`,
  )
}

function brokenForm(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT') return new AppError('BAD_REQUEST', 'Please upload one picture at a time.')
  return new AppError('BAD_REQUEST', 'The picture did not arrive whole. Please try again.')
}
