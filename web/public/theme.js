// Runs before the first paint, so that nobody sees the other theme flash by.
;(function () {
  var dark = false
  try {
    dark =
      location.pathname === '/signup'
        ? matchMedia('(prefers-color-scheme: dark)').matches
        : localStorage.getItem('theme') === 'dark'
  } catch {
    dark = false
  }
  document.documentElement.classList.toggle('dark', dark)
})()
