import clsx, { type ClassValue } from 'clsx'

/** Joins class names; the one way in which components compose them. */
export function classNames(...values: ClassValue[]): string {
  return clsx(values)
}
