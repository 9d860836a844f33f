package dev.prodigy.lang.items;
