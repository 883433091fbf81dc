// Joins class lists, under one name for the whole page.
export { clsx as classNames } from 'clsx'
