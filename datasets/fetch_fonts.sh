#!/usr/bin/env bash
# In: an empty folder. Out: fonts to draw indices and digits with, from the npm and Debian packages named here.
# Usage: datasets/fetch_fonts.sh OUT      Needs npm, apt-get and dpkg-deb. The fonts are not kept in the repository.
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

families="abril-fatface aleo alfa-slab-one anton antonio archivo archivo-black archivo-narrow arvo baloo-2 barlow-condensed
bebas-neue big-shoulders-display bitter black-ops-one bodoni-moda bree-serif cabin caladea chango changa-one cinzel comfortaa
cormorant-garamond courier-prime crete-round crimson-text dosis eb-garamond encode-sans encode-sans-condensed exo-2 fjalla-one
fredoka gelasio glegoo gochi-hand graduate gravitas-one holtwood-one-sc inter josefin-sans josefin-slab kalam kanit khand kreon
lato league-gothic league-spartan libre-baskerville libre-franklin lilita-one limelight lora luckiest-guy m-plus-rounded-1c
merriweather montserrat noto-serif nunito old-standard-tt open-sans oswald passion-one pathway-gothic-one patrick-hand
patua-one paytone-one playfair-display poppins prompt pt-sans-narrow pt-serif public-sans quicksand raleway roboto-condensed
roboto-slab rokkitt rubik russo-one rye saira-condensed sanchez sancreek slabo-27px smythe source-serif-4 special-elite spectral
squada-one stint-ultra-condensed teko titan-one ubuntu ultra varela-round voltaire vollkorn work-sans yanone-kaffeesatz
zilla-slab"
for family in $families; do
  archive=$(npm pack "@fontsource/$family" 2>/dev/null | tail -1)
  mkdir -p "$out/$family"
  tar xzf "$archive" -C "$out/$family" --wildcards 'package/files/*latin-[3-9]00-normal.woff2' --transform='s,.*/,,'
done
for package in fonts-dejavu-core fonts-freefont-ttf fonts-liberation fonts-linuxlibertine fonts-urw-base35; do
  apt-get download "$package" >/dev/null
  mkdir -p "$out/$package"
  dpkg-deb --fsys-tarfile "$package"_*.deb | tar x -C "$out/$package" --wildcards '*.ttf' '*.otf' 2>/dev/null || true
done
