/** On a page whose sections moved: an address with the name of a section leads on to where that section is now. */
const follow = () => {
  const to = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.parentElement?.querySelector('a[href]')
  if (location.hash !== '' && to) location.replace(to.href)
}
addEventListener('hashchange', follow)
follow()
