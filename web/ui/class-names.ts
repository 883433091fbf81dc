// One name for joining class lists.
export { clsx as classNames } from 'clsx'
