import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { LOCALES } from '@/lib/config/constants'
import type { Language } from '@/lib/contract/primitives'
import { type EditedBlock, type Pictures, writeBlocks } from './write-blocks'
import { typeset } from './write-rich-text'

/** From the portal's directory, in which every process of it runs. */
const FOLDER = 'lib/server/demo/content'
const FILE_NAME = /^(?<slug>[\w-]+)\.(?:uk|en|ru)\.md$/

export const words = z.string().trim().min(1)
export const typesetWords = words.transform(typeset)
const inThree = <T extends z.ZodType>(text: T) => z.strictObject({ uk: text, en: text, ru: text })
export const wordsInThree = inThree(words)
export const typesetInThree = inThree(typesetWords)
type InThree = z.infer<typeof wordsInThree>

const CATEGORY_IDS = { gas_condensate: 1, natural_gas: 2 } as const
/** The id of the category that a file names. */
export const category = z.enum(['gas_condensate', 'natural_gas']).transform((name) => CATEGORY_IDS[name])

type Said<T> = T extends InThree
  ? string
  : T extends readonly (infer Item)[]
    ? Said<Item>[]
    : T extends object
      ? { [Key in keyof T]: Said<T[Key]> }
      : T

/** A thing with texts in three languages as it is in one of them. */
export function say<T>(value: T, language: Language): Said<T>
export function say(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => say(item, language))
  if (language in value) return (value as InThree)[language]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, say(part, language)]))
}

/** A JSON file of the demo's content. @throws {Error} naming the file, and what is wrong in it. */
export async function readJson<T>(name: string, form: z.ZodType<T>): Promise<T> {
  return readOne(`${name}.json`, (text) => form.parse(JSON.parse(text)))
}

/** What one file in one language says: the front matter and the blocks of the body. */
type Written<Front> = Front & { blocks: EditedBlock[] }
/** A document by its three files. */
export type Translated<Front> = { slug: string } & Record<Language, Written<Front>>

/**
 * The documents of a folder of the content, each of three Markdown files: `<slug>.uk.md`, `.en.md`, `.ru.md`.
 *
 * @throws {Error} naming the file, and what is wrong in it.
 */
export async function readTranslated<Front extends object>(
  folder: string,
  front: z.ZodType<Front>,
  pictures: Pictures,
): Promise<Translated<Front>[]> {
  const names = await readdir(resolve(FOLDER, folder))
  const slugs = new Set(
    names.map(
      (name) =>
        FILE_NAME.exec(name)?.groups?.slug ?? refuse(join(folder, name), 'it is not named <slug>.<language>.md'),
    ),
  )
  return Promise.all(
    [...slugs].sort().map(async (slug) => {
      const fileIn = (language: Language) => join(folder, `${slug}.${language}.md`)
      const read = (language: Language) => readOne(fileIn(language), (text) => writtenIn(text, front, pictures))
      const [uk, en, ru] = await Promise.all([read('uk'), read('en'), read('ru')])
      const document = { slug, uk, en, ru }
      const other = LOCALES.find((language) => shapeOf(document[language]) !== shapeOf(uk))
      if (other) refuse(fileIn(other), `its blocks, pictures, addresses or facts are not those of ${slug}.uk.md`)
      return document
    }),
  )
}

function writtenIn<Front extends object>(text: string, form: z.ZodType<Front>, pictures: Pictures): Written<Front> {
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (front === undefined || body === undefined) throw new Error('it does not begin with front matter between two ---')
  return { ...form.parse(parse(front)), blocks: writeBlocks(body, pictures) }
}

/** What is told in each language by itself; the rest is one for all. */
const TOLD = new Set(['title', 'summary', 'description', 'text', 'name', 'value', 'question', 'content', 'answer'])

function shapeOf(document: object): string {
  return JSON.stringify(document, (key, value: unknown) => (TOLD.has(key) ? undefined : value))
}

async function readOne<T>(name: string, read: (text: string) => T): Promise<T> {
  try {
    return read(await readFile(resolve(FOLDER, name), 'utf8'))
  } catch (error) {
    return refuse(name, error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message, error)
  }
}

function refuse(name: string, reason: string, cause?: unknown): never {
  throw new Error(`${relative('.', resolve(FOLDER, name))}: ${reason}`, { cause })
}
